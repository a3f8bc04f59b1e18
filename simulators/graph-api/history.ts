import { shuffle } from '@recado/infra/random'
import type { BusinessNumber } from './business-number.ts'
import { webhookOf } from './envelope.ts'
import { isObject, type Json } from './json.ts'
import { signedPost } from './signed-post.ts'
import type { Simulator } from './simulator.ts'

type Message = { readonly thread: string; readonly message: Json }

const DECLINED = {
  code: 2593109,
  title: 'History sync is turned off by the business from the WhatsApp Business App',
  message: 'History sync is turned off by the business from the WhatsApp Business App',
  error_data: { details: 'History sharing is turned off by the business' },
}

const WITH_ASSET: readonly unknown[] = ['image', 'video', 'audio', 'document', 'sticker']

/**
 * Posts the history of a number that is shared with the Business app: chunks with the progress so far, whose media
 * messages are placeholders, and then a webhook with the content of each of these. @returns how many webhooks
 */
export function shareHistory(simulator: Simulator, number: BusinessNumber, of: Json): number {
  const values = of.declined === true ? [{ history: [{ errors: [DECLINED] }] }] : valuesOf(of)
  const times = Array.from({ length: Number(of.times ?? 1) }, () => values).flat()
  const posts = of.shuffled === true ? shuffle(times, simulator.random) : times
  for (const value of posts) {
    const body = webhookOf(number, 'history', value)
    simulator.poster.post(signedPost(simulator, number.app_secret, body))
  }
  return posts.length
}

function valuesOf({ threads, size = 1_000 }: Json): readonly Json[] {
  const messages = listOf(threads).flatMap(({ id, messages }) =>
    listOf(messages).map((message): Message => ({ thread: String(id), message })),
  )
  const chunks = chunksOf(messages, Number(size))
  const media = messages.filter(({ message }) => WITH_ASSET.includes(message.type))
  return [
    ...chunks.map((chunk, n) => ({ history: [chunkOf(chunk, n + 1, chunks.length)] })),
    ...media.map(({ message: { history_context: _, ...message } }) => ({ messages: [message] })),
  ]
}

function chunkOf(messages: readonly Message[], chunk_order: number, chunks: number): Json {
  const ids = new Set(messages.map(({ thread }) => thread))
  const threads = [...ids].map((id) => ({
    id,
    messages: messages
      .filter(({ thread }) => thread === id)
      .map(({ message }) => placeholderOf(message)),
  }))
  const done = chunk_order / chunks
  const metadata = {
    phase: Math.min(2, Math.floor(done * 3)),
    chunk_order,
    progress: percent(done),
  }
  return { metadata, threads }
}

function percent(part: number): number {
  return Math.floor(part * 100)
}

function placeholderOf(message: Json): Json {
  const { from, to, id, timestamp, type, history_context } = message
  if (!WITH_ASSET.includes(type)) return message
  return { from, to, id, timestamp, type: 'media_placeholder', history_context }
}

function chunksOf(messages: readonly Message[], size: number): readonly (readonly Message[])[] {
  const chunks: (readonly Message[])[] = []
  for (let from = 0; from < messages.length; from += size)
    chunks.push(messages.slice(from, from + size))
  return chunks
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
