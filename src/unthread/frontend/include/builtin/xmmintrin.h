/* The spin hint and the fences. Under sequential consistency they do nothing.
   Vector types and operations are not provided. */
#ifndef __UT_XMMINTRIN_H
#define __UT_XMMINTRIN_H
#define _mm_pause() ((void)0)
#define _mm_sfence() ((void)0)
#define _mm_lfence() ((void)0)
#define _mm_mfence() ((void)0)
#endif
