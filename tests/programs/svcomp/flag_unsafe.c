// The flag that says that the data is there is no atomic object.
#include <pthread.h>
int flag;
int data;

void *produce(void *unused)
{
    data = 42;
    flag = 1;
    return 0;
}

int main(void)
{
    pthread_t producer;
    pthread_create(&producer, 0, produce, 0);
    if (flag)
        data = 0;
    pthread_join(producer, 0);
    return data;
}
