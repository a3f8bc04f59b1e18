/** When the oldest delivery was made that an active webhook waits for, as SQL over the read models; null when none does. */
export const OLDEST_PENDING = `(select min(oldest.created_at) from endpoint_queues l cross join lateral (
  select created_at from deliveries d where d.connection_id = l.id and d.status in ('pending', 'failed')
  order by d.ordinal limit 1) oldest
  where l.active and l.pending > 0)`
