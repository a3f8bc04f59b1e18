/** A block of the stream: a cursor, with or without an event. */
export type Block = { readonly id: string; readonly data: string | null }

/** The server pings every 15 s; three missing pings mean a dead connection. */
const SILENT_MS = 50_000

/** Bound of one block, characters; the largest event has a few million. */
const MOST_LENGTH = 16 * 1024 * 1024

/**
 * Yields the blocks that have an id.
 * @throws TypeError when the stream falls silent or a block exceeds the bound
 */
export async function* blocksOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Block> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read())
      if (done) return
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      if (rest.length > MOST_LENGTH)
        throw new TypeError('the stream brings an event without an end')
      for (const block of blocks) yield* blockOf(block)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function* blockOf(text: string): Generator<Block> {
  const lines = text.split('\n')
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const id = field('id')
  if (id !== undefined) yield { id, data: field('data') ?? null }
}

function withinSilence<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError('the stream fell silent')), SILENT_MS)
  })
  return Promise.race([reading, silence]).finally(() => clearTimeout(timer))
}
