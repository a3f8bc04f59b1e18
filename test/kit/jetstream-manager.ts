import { connect, type JetStreamManager } from 'nats'

/** Runs `work` with a JetStream manager of a NATS server, over a connection of its own. */
export async function jetstreamManager(
  url: string,
  work: (manager: JetStreamManager) => Promise<unknown>,
): Promise<void> {
  const connection = await connect({ servers: url })
  try {
    await work(await connection.jetstreamManager())
  } finally {
    await connection.close()
  }
}
