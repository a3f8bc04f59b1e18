import { copyProgress } from '@recado/standalone/backup/copy-progress'
import { test } from 'tap'

const MB = 1024 * 1024

test('progress is told every five seconds, with the remaining time where the size is known', async (t) => {
  for (const [total, told] of [
    [200 * MB, '50 MB of 200 MB copied, 25 %, 10 MB a second, about 15 s left'],
    [null, '50 MB copied, 10 MB a second'],
  ] as const) {
    const lines: string[] = []
    let now = 0
    const copied = copyProgress(
      (line) => lines.push(line),
      total,
      () => now,
    )
    for (; now < 5_000; now += 1_000) copied(8 * MB)
    t.same(lines, [])
    copied(10 * MB)
    copied(MB)
    t.same(lines, [told])
  }
})
