/* One question to PDFium about many things, without Python in between. What the answers mean is decided in Python, which
   asks one by one where this could not be compiled: native.py. Addresses are numbers of 8 bytes, there and here; what
   PDFium does not write stays as it was, which is zero. */

#include <stddef.h>
#include <stdint.h>

#define ADDRESS(value) ((void *)(uintptr_t)(value))

void numbers_of_parts(int (*ask)(void *, int), void *whole, const int32_t *parts, size_t count, int32_t *answers) {
  for (size_t i = 0; i < count; i++) answers[i] = ask(whole, parts[i]);
}

void sizes_of_parts(double (*ask)(void *, int), void *whole, const int32_t *parts, size_t count, double *answers) {
  for (size_t i = 0; i < count; i++) answers[i] = ask(whole, parts[i]);
}

void addresses_of_parts(void *(*ask)(void *, int), void *whole, const int32_t *parts, size_t count,
                        uint64_t *answers) {
  for (size_t i = 0; i < count; i++) answers[i] = (uintptr_t)ask(whole, parts[i]);
}

void written_of_parts(int (*ask)(void *, int, void *), void *whole, const int32_t *parts, size_t count, char *answers,
                      size_t bytes) {
  for (size_t i = 0; i < count; i++) ask(whole, parts[i], answers + i * bytes);
}

void all_parts(void *(*ask)(void *, int), const uint64_t *items, const int32_t *counts, size_t count,
               uint64_t *answers) {
  for (size_t i = 0; i < count; i++)
    for (int part = 0; part < counts[i]; part++) *answers++ = (uintptr_t)ask(ADDRESS(items[i]), part);
}

void numbers_of_items(int (*ask)(void *), const uint64_t *items, size_t count, int32_t *answers) {
  for (size_t i = 0; i < count; i++) answers[i] = ask(ADDRESS(items[i]));
}

void addresses_of_items(void *(*ask)(void *), const uint64_t *items, size_t count, uint64_t *answers) {
  for (size_t i = 0; i < count; i++) answers[i] = (uintptr_t)ask(ADDRESS(items[i]));
}

/* Into one place, two places beside each other, or four, as the function takes them. */

void ones_of_items(int (*ask)(void *, void *), const uint64_t *items, size_t count, char *answers, size_t bytes) {
  for (size_t i = 0; i < count; i++) ask(ADDRESS(items[i]), answers + i * bytes);
}

void pairs_of_items(int (*ask)(void *, void *, void *), const uint64_t *items, size_t count, int32_t *answers,
                    size_t bytes) {
  (void)bytes;
  for (size_t i = 0; i < count; i++, answers += 2) ask(ADDRESS(items[i]), answers, answers + 1);
}

void fours_of_items(int (*ask)(void *, void *, void *, void *, void *), const uint64_t *items, size_t count,
                    int32_t *answers, size_t bytes) {
  (void)bytes;
  for (size_t i = 0; i < count; i++, answers += 4)
    ask(ADDRESS(items[i]), answers, answers + 1, answers + 2, answers + 3);
}
