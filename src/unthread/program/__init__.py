"""What a program is: goto code, its types, its text form, its checks and its meaning."""
