/* What configure would write: atomics by builtins, no assembly. */
#define CONFIG_RCU_SMP 1
#define CONFIG_RCU_USE_ATOMIC_BUILTINS 1
#define CONFIG_RCU_HAVE_MULTIFLAVOR 1
