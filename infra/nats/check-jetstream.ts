import type { Nats } from './connect.ts'

const ANSWER_MS = 1_500

/** True while JetStream answers; nats-server disables it when its disk is full, and keeps its connections open. */
export async function checkJetStream({
  current,
}: Pick<Nats, 'current'>): Promise<boolean | string> {
  const connection = current()
  if (connection === null) return false
  try {
    const manager = await connection.jetstreamManager({ timeout: ANSWER_MS, checkAPI: false })
    await manager.getAccountInfo()
    return true
  } catch {
    return 'JetStream is disabled or does not answer; check the disk of nats-server'
  }
}
