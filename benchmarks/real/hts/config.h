/* What htslib's configure would write; the pool needs nothing of it. */
