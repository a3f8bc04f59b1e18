import { connect, type JetStreamManager } from 'nats'

/** Runs `work` with a JetStream manager of a NATS server, over a connection of its own. */
export async function jetstreamManager<T>(
  url: string,
  work: (manager: JetStreamManager) => Promise<T>,
): Promise<T> {
  const connection = await connect({ servers: url })
  try {
    return await work(await connection.jetstreamManager())
  } finally {
    await connection.close()
  }
}
