/** SQL for when the oldest pending delivery of an active webhook was created; null when none is pending. */
export const OLDEST_PENDING = `(select min(oldest.created_at) from endpoint_queues l cross join lateral (
  select created_at from deliveries d where d.connection_id = l.id and d.status in ('pending', 'failed')
  order by d.ordinal limit 1) oldest
  where l.active and l.pending > 0)`
