import type { FileHandle } from 'node:fs/promises'

/** Writes all bytes from a place in the file; one call to the system may write only some. */
export async function writeAll(
  file: Pick<FileHandle, 'write'>,
  bytes: Buffer,
  place: number,
): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, place + done)
    done += bytesWritten
  }
}
