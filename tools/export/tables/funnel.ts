import type { FUNNEL_FIELDS, FunnelEvent } from '@recado/domain/funnel/events'
import type { ColumnsOf } from '../columns.ts'

export const funnel: ColumnsOf<FunnelEvent, typeof FUNNEL_FIELDS> = {
  stage_id: 'text',
  name: 'text',
  color: 'text',
  data_position: 'integer',
  auto_kind: 'text',
  added_at: 'timestamp',
  renamed_at: 'timestamp',
  recoloured_at: 'timestamp',
  moved_at: 'timestamp',
  removed_at: 'timestamp',
}
