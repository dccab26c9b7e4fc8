/* Writes below the folder FAILS_BELOW fail as on a broken disk while the file FAILS_WHILE is there. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fails(int file)
{
    const char *when = getenv("FAILS_WHILE"), *below = getenv("FAILS_BELOW");
    char link[32], path[PATH_MAX];
    int before = errno;
    ssize_t size = -1;
    if (when && below && access(when, F_OK) == 0) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        size = readlink(link, path, sizeof path);
    }
    errno = before;
    return size >= 0 && size > (ssize_t)strlen(below) && strncmp(path, below, strlen(below)) == 0;
}

ssize_t write(int file, const void *content, size_t size)
{
    static ssize_t (*real)(int, const void *, size_t);
    if (!real)
        real = dlsym(RTLD_NEXT, "write");
    if (fails(file)) {
        errno = EIO;
        return -1;
    }
    return real(file, content, size);
}
