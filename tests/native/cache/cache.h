struct entry {
    int key;
    int *value;
};

struct entry *cache_find(int key);
void cache_drop(int key);
void cache_fill(int key);
