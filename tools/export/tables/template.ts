import type { TEMPLATE_FIELDS, TemplateEvent } from '@recado/domain/template/events'
import type { ColumnsOf } from '../columns.ts'

export const template: ColumnsOf<TemplateEvent, typeof TEMPLATE_FIELDS> = {
  template_id: 'text',
  waba_id: 'text',
  name: 'text',
  language: 'text',
  category: 'text',
  parameter_format: 'text',
  variables: 'json',
  provider_template_id: 'text',
  provider_status: 'text',
  rejected_reason: 'text',
  synced_at: 'timestamp',
  changed_at: 'timestamp',
  removed_at: 'timestamp',
}
