/* What ck's configure would write for x86-64 with total store order. */
#define CK_MD_CACHELINE (64)
#define CK_MD_PAGESIZE (4096)
#define CK_MD_RTM_DISABLE
#define CK_MD_LSE_DISABLE
#define CK_MD_POINTER_PACK_DISABLE
#define CK_MD_SSE_DISABLE
#define CK_MD_PPC32_LWSYNC_DISABLE
#define CK_MD_TSO
