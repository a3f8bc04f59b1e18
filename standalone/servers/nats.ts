import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { connect } from 'nats'
import { endLeftover } from '../supervision/leftover.ts'
import {
  type Log,
  type NativeProcess,
  startNative,
  whileStarting,
} from '../supervision/native-process.ts'
import { freePort } from './free-port.ts'
import { natsServerProgram } from './nats-server-program.ts'

/** A running nats-server with JetStream, on loopback. */
export type EmbeddedNats = {
  pid: number
  port: number
  url: string
  stop(): Promise<void>
  /** Resolves when the server has ended, on request or not, with a line that says how. */
  ended: Promise<string>
}

export type NatsOptions = {
  storeDir: string
  /** 0, or a port that is taken, is replaced by a free one. */
  port: number
  program?: string | undefined
  log: Log
  stopping?: AbortSignal
  /** Pause between two checks that JetStream answers, ms. */
  checkMs?: number
}

/**
 * Starts nats-server (2.9 or newer) with JetStream, and installs it where that is possible. A server that a killed
 * start left on the same files is ended first.
 * @throws with advice, when there is no nats-server or it does not start
 */
export async function startNats({
  storeDir,
  port: wanted,
  program,
  log,
  stopping,
  checkMs: lookMs = 5_000,
}: NatsOptions): Promise<EmbeddedNats> {
  const command = await natsServerProgram(program, log)
  const folder = resolve(storeDir)
  await mkdir(folder, { recursive: true })
  const pidFile = join(folder, 'nats-server.pid')
  await endLeftover({ pidFile, words: ['nats-server', folder], signal: 'SIGINT', log })
  const port = await freePort(wanted)
  const file = await writeSettings(folder, port, pidFile)
  const server = await startNative({ command, args: ['-c', file], log })
  const url = `nats://127.0.0.1:${port}`
  await whileStarting(server, 'SIGINT', stopping, waitUntilReady(url, server))
  void killWhenMute(url, server, { log, lookMs })
  return { pid: server.pid, port, url, stop: () => server.stop('SIGINT'), ended: server.ended }
}

/**
 * A message may hold a whole event of the log (1 MiB) and its envelope. By default JetStream limits its storage to
 * three quarters of the free space at its start: started on a full disk, it would refuse its own streams permanently.
 */
async function writeSettings(folder: string, port: number, pidFile: string): Promise<string> {
  const file = join(folder, 'nats-server.conf')
  const settings = [
    `listen: "127.0.0.1:${port}"`,
    `pid_file: ${JSON.stringify(pidFile)}`,
    'max_payload: 4MB',
    `jetstream { store_dir: ${JSON.stringify(folder)}, max_file_store: 1TB }`,
  ]
  await writeFile(file, `${settings.join('\n')}\n`)
  return file
}

/** Consecutive checks without an answer after which the server is restarted. */
const MAX_MUTE_CHECKS = 3

/**
 * Ends a server whose JetStream is mute, so that it is restarted: after a full disk nats-server 2.9 stays mute although
 * there is space again.
 */
async function killWhenMute(
  url: string,
  server: NativeProcess,
  { log, lookMs }: { log: Log; lookMs: number },
): Promise<void> {
  let ended = false
  void server.ended.then(() => {
    ended = true
  })
  for (let mute = 0; !ended; ) {
    if (mute === MAX_MUTE_CHECKS) {
      log('nats-server: JetStream no longer answers; restarting the server')
      return server.stop('SIGKILL')
    }
    await sleep(lookMs, undefined, { ref: false })
    const answer = await probe(url)
    if (answer !== 'not asked') mute = answer === 'answers' ? 0 : mute + 1
  }
}

async function waitUntilReady(url: string, server: NativeProcess): Promise<void> {
  let end: string | undefined
  void server.ended.then((line) => {
    end = line
  })
  while ((await probe(url)) !== 'answers') {
    if (end) throw new Error(`${end}: the lines above say why`)
    await sleep(25)
  }
}

/** The result of a request to JetStream; `not asked` when we lacked a file descriptor, port or memory for it. */
type ProbeResult = 'answers' | 'mute' | 'not asked'

const LOCAL_SHORTAGE = /\b(EMFILE|ENFILE|ENOBUFS|ENOMEM|EADDRNOTAVAIL)\b/

async function probe(url: string): Promise<ProbeResult> {
  try {
    const connection = await connect({ servers: url, reconnect: false, timeout: 2_000 })
    try {
      await connection.jetstreamManager()
      return 'answers'
    } finally {
      await connection.close()
    }
  } catch (error) {
    return LOCAL_SHORTAGE.test(inspect(error)) ? 'not asked' : 'mute'
  }
}
