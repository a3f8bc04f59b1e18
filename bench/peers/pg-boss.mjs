import PgBoss from 'pg-boss'

/**
 * A queue of webhooks in pg-boss: 32 workers, each of which takes the next jobs as soon as it has done its last.
 * @param {string} url of an empty database
 * @param {(job: object) => Promise<unknown>} post
 */
export async function openPgBoss(url, post) {
  const boss = new PgBoss(url)
  boss.on('error', () => undefined)
  await boss.start()
  await boss.createQueue('webhooks')
  const options = { pollingIntervalSeconds: 0.5, batchSize: 32 }
  await boss.work('webhooks', options, (jobs) => Promise.all(jobs.map(({ data }) => post(data))))
  return {
    send: (job) => boss.send('webhooks', job),
    close: () => boss.stop({ graceful: false }),
  }
}
