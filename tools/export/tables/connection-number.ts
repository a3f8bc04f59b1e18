import type {
  CONNECTION_NUMBER_FIELDS,
  ConnectionNumberEvent,
} from '@recado/domain/connection-number/events'
import type { ColumnsOf } from '../columns.ts'

export const connectionNumber: ColumnsOf<ConnectionNumberEvent, typeof CONNECTION_NUMBER_FIELDS> = {
  provider: 'text',
  number: 'text',
  data_account_id: 'text',
  connection_id: 'text',
  claimed_at: 'timestamp',
  released_at: 'timestamp',
}
