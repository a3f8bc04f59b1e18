import { Queue, Worker } from 'bullmq'

/**
 * A queue of webhooks in BullMQ, whose worker does 32 jobs at a time.
 * @param {number} port of Redis
 * @param {(job: object) => Promise<unknown>} post
 */
export async function openBullMq(port, post) {
  const connection = { host: '127.0.0.1', port, maxRetriesPerRequest: null }
  const queue = new Queue('webhooks', { connection, defaultJobOptions: { removeOnComplete: true } })
  const worker = new Worker('webhooks', ({ data }) => post(data), { connection, concurrency: 32 })
  worker.on('error', () => undefined)
  await worker.waitUntilReady()
  return {
    send: (job) => queue.add('webhook', job),
    async close() {
      await worker.close(true)
      await queue.close()
    },
  }
}
