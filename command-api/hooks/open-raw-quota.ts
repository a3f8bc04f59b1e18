import type { Services } from '@recado/application/services'
import { quotaMetrics } from '@recado/infra/quota-metrics'
import { openRawBytes } from './raw-bytes.ts'
import { type RawQuota, rawQuota } from './raw-quota.ts'

/** Opens the quota of `RAW_BYTES_PER_DAY`, which processes share through Postgres, and its metrics. */
export function openRawQuota({
  config,
  pool,
  log,
  metrics,
}: Pick<Services, 'config' | 'pool' | 'log' | 'metrics'>): RawQuota {
  const onRefused = quotaMetrics(metrics.registry, () => quota.countNear())
  const quota = rawQuota({
    perDay: config.RAW_BYTES_PER_DAY,
    store: openRawBytes(pool),
    now: () => new Date(),
    onRefused,
    onFailure: (err) =>
      log.warn(
        { err },
        'counts of raw bytes cannot be written; until they can, each process counts for itself',
      ),
  })
  return quota
}
