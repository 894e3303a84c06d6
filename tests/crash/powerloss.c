/* Loaded before the app (LD_PRELOAD): at each fsync of a database file its content is copied aside, as what a disk
 * would still hold after the power went. The copy is taken over by rename, so a kill half-way leaves the one before. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int keep(int fd) {
  const char *from = getenv("POWERLOSS_FROM");
  const char *to = getenv("POWERLOSS_TO");
  char link[64], path[4096], copy[4096], draft[4200];
  static char buffer[1 << 16];
  if (!from || !to) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  size_t folder = strlen(from);
  if (strncmp(path, from, folder) != 0 || path[folder] != '/') return 0;
  const char *name = path + folder + 1;
  if (strcmp(name, "linnet.db") != 0 && strcmp(name, "linnet.db-wal") != 0) return 0;

  snprintf(copy, sizeof copy, "%s/%s", to, name);
  snprintf(draft, sizeof draft, "%s.draft", copy);
  int out = open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (out < 0) return -1;
  off_t at = 0;
  for (;;) {
    /* pread, on the very descriptor: opening the file anew and closing it would drop SQLite's locks. */
    ssize_t got = pread(fd, buffer, sizeof buffer, at);
    if (got < 0) return close(out), -1;
    if (got == 0) break;
    if (write(out, buffer, (size_t)got) != got) return close(out), -1;
    at += got;
  }
  close(out);
  return rename(draft, copy);
}

/* The app waits for the disk in threads of its own too. */
static int keep_alone(int fd) {
  static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&alone);
  int result = keep(fd);
  pthread_mutex_unlock(&alone);
  return result;
}

/* The real call is not made: the copy is the disk here. */
int fsync(int fd) { return keep_alone(fd); }
int fdatasync(int fd) { return keep_alone(fd); }
