/* glibc's features.h wants this file for i386; a 64-bit-only installation lacks it.
   It lists functions that always fail, of which we claim none. */
