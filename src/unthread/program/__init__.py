"""What a program is: goto code, its types, and its checks."""
