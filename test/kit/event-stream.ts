/** One frame of a stream of server-sent events. */
export type Frame = {
  readonly id: string
  /** The event's name; null for a frame without one. */
  readonly event: string | null
  readonly data: string | null
}

export type StreamClient = {
  readonly status: number
  readonly headers: Headers
  /** All frames so far; `data` is null in a frame that only carries an id. */
  readonly frames: readonly Frame[]
  /** Comment lines so far, such as keep-alives. */
  readonly comments: readonly string[]
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  stop(): void
}

/** Opens the stream at an address. @param more headers beside the key's */
export async function follow(
  url: string,
  key: string,
  more: Record<string, string> = {},
): Promise<StreamClient> {
  const stopping = new AbortController()
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${key}`, ...more }
  const answer = await fetch(url, { headers, signal: stopping.signal })
  const frames: Frame[] = []
  const comments: string[] = []
  const read = async () => {
    let rest = ''
    for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block, frames, comments)
    }
  }
  const ended = read().catch(() => undefined)
  return {
    ...{ status: answer.status, headers: answer.headers, frames, comments, ended },
    stop: () => stopping.abort(),
  }
}

function take(block: string, frames: Frame[], comments: string[]): void {
  const lines = block.split('\n')
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
  comments.push(...lines.filter((line) => line.startsWith(':')))
  const id = field('id')
  if (id !== undefined)
    frames.push({ id, event: field('event') ?? null, data: field('data') ?? null })
}
