import { finished, type Readable } from 'node:stream'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { processTime } from '../../concurrency/running-time.ts'
import type { Config } from '../../config.ts'
import { limitAnswers } from '../../http-client/limit-answers.ts'
import type { ConnectionEntry } from '../../registry-entries.ts'
import type { Vault } from '../../vault/vault.ts'
import { answerText } from '../answer-text.ts'
import { leavesPath, pathError } from '../leaves-path.ts'
import type { NotOk } from '../provider-result.ts'
import { connectTimeoutMs, providerPlaces } from '../timed-calls.ts'
import { mediaHosts } from './media-hosts.ts'
import {
  type GraphResult,
  readResult,
  withoutPlace,
  withoutResult,
  withoutToken,
} from './read-result.ts'
import { tokenOf } from './token.ts'

export type GraphRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the version, such as `/1065/media`. */
  readonly path: string
  readonly json?: object
  readonly stream?: GraphStream
}

/** A body that is read while it is sent; `length` in bytes. */
export type GraphStream = {
  readonly content: Readable
  readonly contentType: string
  readonly length: number
}

/** The bytes of a URL of Meta's, or why there are none. The stream must be read or destroyed. */
export type GraphDownload =
  | { readonly kind: 'ok'; readonly content: Readable; readonly length: string | null }
  | NotOk

/** Calls of the Graph API other than sends; tenants share those at once. They never throw for errors of the network or Meta. */
export type GraphCalls = {
  call(connection: ConnectionEntry, request: GraphRequest): Promise<GraphResult>
  download(connection: ConnectionEntry, url: string): Promise<GraphDownload>
  close(): Promise<void>
}

/** An upload slower than this, in bytes per millisecond, is given up. */
const MIN_UPLOAD_BYTES_PER_MS = 128
const MAX_CONNECTIONS_PER_ORIGIN = 64
/** How long a call waits for a place, ms. */
const MAX_PLACE_WAIT_MS = 5_000

/** Opens a pool of its own, so that large media never delay a send. Dials at the first call. */
export function openGraphCalls(options: {
  readonly config: Pick<
    Config,
    'GRAPH_API_URL' | 'GRAPH_API_VERSION' | 'GRAPH_MEDIA_HOSTS' | 'PROVIDER_TIMEOUT_MS'
  >
  readonly vault: Pick<Vault, 'get'>
}): GraphCalls {
  const { config, vault } = options
  const base = `${config.GRAPH_API_URL.replace(/\/$/, '')}/${config.GRAPH_API_VERSION}`
  const timeoutMs = config.PROVIDER_TIMEOUT_MS
  const holdsMedia = mediaHosts(config)
  const dispatcher = agentWith(timeoutMs)
  const places = providerPlaces(MAX_CONNECTIONS_PER_ORIGIN)
  // Files come from other origins, and each holds its place for as long as it is read.
  const downloads = providerPlaces(MAX_CONNECTIONS_PER_ORIGIN)
  const request = async (token: string, asked: GraphRequest): Promise<GraphResult> => {
    const { signal, end } = processTime().timeout(timeoutMs + uploadMs(asked))
    try {
      const target = { ...targetOf(`${base}${asked.path}`), ...contentOf(asked, token) }
      const answer = await dispatcher.request({ ...target, method: asked.method, signal })
      const body = await answerText(answer.body, timeoutMs)
      return readResult({ status: answer.statusCode, body })
    } catch (cause) {
      return withoutResult(cause as Error)
    } finally {
      end()
    }
  }
  const open = async (token: string, url: string): Promise<GraphDownload> => {
    try {
      if (!holdsMedia(url)) throw new Error('not an address of Meta’s')
      const asked = { ...targetOf(url), method: 'GET' as const, headers: bearer(token) }
      return await openDownload(await dispatcher.request(asked), timeoutMs)
    } catch (cause) {
      return notOk(withoutResult(cause as Error))
    }
  }
  return {
    async call(connection, asked) {
      if (leavesPath(asked.path)) return withoutResult(pathError())
      const token = await tokenOf(vault, connection)
      if (token.kind !== 'found') return withoutToken(token.kind)
      const leave = await places.take(connection, MAX_PLACE_WAIT_MS)
      return leave === null ? withoutPlace() : request(token.value, asked).finally(leave)
    },
    async download(connection, url) {
      const token = await tokenOf(vault, connection)
      if (token.kind !== 'found') return notOk(withoutToken(token.kind))
      const leave = await downloads.take(connection, MAX_PLACE_WAIT_MS)
      if (leave === null) return withoutPlace()
      const download = await open(token.value, url)
      if (download.kind === 'ok') finished(download.content, leave)
      else leave()
      return download
    },
    close: () => dispatcher.close(),
  }
}

function agentWith(timeoutMs: number): Agent {
  const dial = buildConnector({ timeout: connectTimeoutMs(timeoutMs) })
  // A file may be of any size; what comes before it may not.
  const connect = limitAnswers(dial, 'any')
  const times = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  return new Agent({ connections: MAX_CONNECTIONS_PER_ORIGIN, connect, ...times })
}

function targetOf(url: string) {
  const { origin, pathname, search } = new URL(url)
  return { origin, path: `${pathname}${search}` }
}

function contentOf({ json, stream }: GraphRequest, token: string) {
  const headers = bearer(token)
  if (stream !== undefined) {
    const { content, contentType, length } = stream
    const sized = { 'content-type': contentType, 'content-length': String(length) }
    return { headers: { ...headers, ...sized }, body: content }
  }
  if (json === undefined) return { headers }
  const body = JSON.stringify(json)
  return { headers: { ...headers, 'content-type': 'application/json' }, body }
}

function uploadMs({ stream }: GraphRequest): number {
  return Math.ceil((stream?.length ?? 0) / MIN_UPLOAD_BYTES_PER_MS)
}

function bearer(token: string) {
  return { authorization: `Bearer ${token}` }
}

async function openDownload(
  answer: Dispatcher.ResponseData,
  timeoutMs: number,
): Promise<GraphDownload> {
  const { statusCode: status, body, headers } = answer
  if (status !== 200) return notOk(readResult({ status, body: await answerText(body, timeoutMs) }))
  const length = headers['content-length']
  return { kind: 'ok', content: body, length: typeof length === 'string' ? length : null }
}

function notOk(result: GraphResult): NotOk {
  return result.kind === 'ok' ? withoutResult(new Error('an answer without the bytes')) : result
}
