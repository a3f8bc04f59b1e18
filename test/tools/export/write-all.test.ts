import { open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeAll } from '@recado/tools/export/write-all'
import { test } from 'tap'

test('all bytes are written, however few the system takes at once', async (t) => {
  const path = join(tmpdir(), `recado-write-all-${process.pid}`)
  t.teardown(() => rm(path, { force: true }))
  const file = await open(path, 'w')
  const slow = {
    write: (bytes: Buffer, offset: number, length: number, place: number) =>
      file.write(bytes, offset, Math.min(length, 7), place),
  } as Pick<typeof file, 'write'>
  await writeAll(slow, Buffer.from('first line\n'), 0)
  await writeAll(slow, Buffer.from('a second, longer line\n'), 11)
  await file.close()
  t.equal(await readFile(path, 'utf8'), 'first line\na second, longer line\n')
})
