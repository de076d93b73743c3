/* Preloaded into a zygote: records the threads that native code creates, and starts them in each forked child.
 *
 * Theory of operation
 * -------------------
 * A fork keeps only the calling thread, so a child of a process with thread pools would wait for ever for threads that
 * no longer exist. While DEFER_THREADS is set, pthread_create called by native code only records the request and
 * returns a fake id. The process stays truly single-threaded (the zygote asserts it before each fork), and no lock is
 * held by a thread that will vanish. A child calls start_deferred() once, which starts every recorded thread and lets
 * later ones through; its thread pools are then complete. Python's own threads start at once, as their caller waits.
 *
 * All glibc functions that take a thread id and that XLA's libraries import are wrapped, because glibc doesn't know the
 * fake ids: join, detach, kill, cancel, and the setters and getters of name, affinity and scheduling. Before the thread
 * is started, setters do nothing and report success; getters, kill and cancel report ESRCH.
 * The ids have 0x5eed in their upper 16 bits. A real pthread_t is a user-space address, which has zeros there on
 * x86-64 and on arm64 (48-bit and 52-bit addresses alike leave the top 12 bits zero, and 0x5eed has its top bits set).
 *
 * Not thread-safe by design: until start_deferred() there is one thread.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEFERRED 512
#define FAKE_BASE 0x5eed000000000000UL
#define FAKE_MASK 0xffff000000000000UL

struct deferred_thread {
  size_t stack_size;
  int detached;
  int started;
  void *(*run)(void *);
  void *argument;
  pthread_t id;
};

static struct deferred_thread threads[MAX_DEFERRED];
static int thread_count;
static int deferring = -1;

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

static struct deferred_thread *find(pthread_t id) {
  unsigned long number = (unsigned long)id;
  if ((number & FAKE_MASK) != FAKE_BASE) return NULL;
  number -= FAKE_BASE;
  return number < (unsigned long)thread_count ? &threads[number] : NULL;
}

static int called_by_python(void *(*run)(void *)) {
  Dl_info info;
  if (!dladdr((void *)run, &info) || !info.dli_fname) return 0;
  const char *name = strrchr(info.dli_fname, '/');
  name = name ? name + 1 : info.dli_fname;
  return !strncmp(name, "python", 6) || !strncmp(name, "libpython", 9);
}

typedef int (*create_function)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
  static create_function real;
  if (!real) real = (create_function)next("pthread_create");
  if (deferring < 0) deferring = getenv("DEFER_THREADS") != NULL;
  if (!deferring || called_by_python(run)) return real(id, attributes, run, argument);
  if (thread_count == MAX_DEFERRED) return EAGAIN;
  struct deferred_thread *thread = &threads[thread_count];
  int state = PTHREAD_CREATE_JOINABLE;
  thread->stack_size = 0;
  if (attributes) {
    pthread_attr_getstacksize(attributes, &thread->stack_size);
    pthread_attr_getdetachstate(attributes, &state);
  }
  thread->detached = state == PTHREAD_CREATE_DETACHED;
  thread->started = 0;
  thread->run = run;
  thread->argument = argument;
  *id = (pthread_t)(FAKE_BASE + (unsigned long)thread_count++);
  return 0;
}

/* Returns the number of recorded threads. */
int deferred_count(void) { return thread_count; }

/* Starts every recorded thread; call it once, in the child. Returns their number, or a negative errno. */
int start_deferred(void) {
  create_function real = (create_function)next("pthread_create");
  deferring = 0;
  for (int i = 0; i < thread_count; i++) {
    struct deferred_thread *thread = &threads[i];
    if (thread->started) continue;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (thread->stack_size) pthread_attr_setstacksize(&attributes, thread->stack_size);
    if (thread->detached) pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int error = real(&thread->id, &attributes, thread->run, thread->argument);
    pthread_attr_destroy(&attributes);
    if (error) return -error;
    thread->started = 1;
  }
  return thread_count;
}

/* NAME(id, …): calls the real function for a real thread, and returns BEFORE if the thread is only recorded. */
#define WRAP(NAME, PARAMETERS, ARGUMENTS, BEFORE)               \
  int NAME PARAMETERS {                                         \
    static int(*real) PARAMETERS;                               \
    if (!real) real = (int(*) PARAMETERS)next(#NAME);           \
    struct deferred_thread *thread = find(id);                  \
    if (thread && !thread->started) return BEFORE;              \
    if (thread) id = thread->id;                                \
    return real ARGUMENTS;                                      \
  }

WRAP(pthread_join, (pthread_t id, void **result), (id, result), 0)
WRAP(pthread_detach, (pthread_t id), (id), (thread->detached = 1, 0))
WRAP(pthread_kill, (pthread_t id, int number), (id, number), ESRCH)
WRAP(pthread_cancel, (pthread_t id), (id), ESRCH)
WRAP(pthread_setname_np, (pthread_t id, const char *name), (id, name), 0)
WRAP(pthread_getname_np, (pthread_t id, char *name, size_t size), (id, name, size), ESRCH)
WRAP(pthread_setaffinity_np, (pthread_t id, size_t size, const cpu_set_t *set), (id, size, set), 0)
WRAP(pthread_getaffinity_np, (pthread_t id, size_t size, cpu_set_t *set), (id, size, set), ESRCH)
WRAP(pthread_getschedparam, (pthread_t id, int *policy, struct sched_param *parameter), (id, policy, parameter), ESRCH)
