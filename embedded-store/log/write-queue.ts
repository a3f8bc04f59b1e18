import type { WaitingWrite } from './waiting-write.ts'

const MAX_COMMIT_BYTES = 4 * 1024 * 1024

/** Writes of one commit, well below the number of heads the writer keeps. */
const MAX_COMMIT_WRITES = 2000

/** Bytes that may wait; above this the store refuses writes. */
const MAX_QUEUE_BYTES = 64 * 1024 * 1024

/** Writes waiting for the next commit, in order of arrival. */
export class WriteQueue {
  #waiting: WaitingWrite[] = []
  #bytes = 0
  #arrived: () => void = () => undefined

  get size(): number {
    return this.#waiting.length
  }

  push(write: WaitingWrite): boolean {
    if (this.#bytes > MAX_QUEUE_BYTES) return false
    this.#waiting.push(write)
    this.#bytes += write.size
    this.#arrived()
    return true
  }

  /** Resolves when something waits, or `wake` is called. */
  async waitForWrite(): Promise<void> {
    if (this.#waiting.length > 0) return
    await new Promise<void>((resolve) => {
      this.#arrived = resolve
    })
  }

  wake(): void {
    this.#arrived()
  }

  /** Takes what fits one commit, at least one write; those already answered are dropped. */
  take(): WaitingWrite[] {
    let bytes = 0
    let count = 0
    for (const { size } of this.#waiting) {
      if (count === MAX_COMMIT_WRITES || (count > 0 && bytes + size > MAX_COMMIT_BYTES)) break
      bytes += size
      count += 1
    }
    this.#bytes -= bytes
    return this.#waiting.splice(0, count).filter((write) => !write.answered)
  }
}
