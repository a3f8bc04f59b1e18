import { type SyncTemplate, syncTemplate } from '@recado/domain/template/sync-template'
import { template } from '@recado/domain/template/template'
import { test } from 'tap'
import { at, templatePaused, templateRemoved, templateSynced } from '../../examples/template.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(template, syncTemplate)

function listed(more: Partial<SyncTemplate> = {}): SyncTemplate {
  const { synced_at: _, ...content } = templateSynced.data
  return { ...content, at, ...more }
}
const paused = { provider_status: 'PAUSED' }

test('a newly listed template is added', async () => {
  given().when(listed()).appends(templateSynced)
})
test('an unchanged template gives no fact, in any order of its keys', async () => {
  given(templateSynced).when(listed()).appends()
  const components = [{ text: 'Olá {{1}}', type: 'BODY' }]
  given(templateSynced).when(listed({ components })).appends()
  given(templateSynced, templatePaused).when(listed(paused)).appends()
})
test('another status alone gives a status change', async () => {
  given(templateSynced).when(listed(paused)).appends(templatePaused)
})
test('other content is recorded completely', async () => {
  for (const more of [
    { category: 'MARKETING' },
    { components: [{ type: 'BODY', text: 'Oi {{1}}' }] },
    { variables: [] },
    { provider_template_id: '800000009', provider_status: 'PENDING' },
  ]) {
    const data = { ...templateSynced.data, ...more }
    given(templateSynced).when(listed(more)).appends({ type: 'TemplateSynced', data })
  }
})
test('a template listed as deleted or archived is removed, once', async () => {
  for (const provider_status of ['DELETED', 'PENDING_DELETION', 'ARCHIVED']) {
    given(templateSynced).when(listed({ provider_status })).appends(templateRemoved)
    given(templateSynced, templateRemoved).when(listed({ provider_status })).appends()
    given().when(listed({ provider_status })).appends()
  }
})
test('a removed template that is listed again is added again', async () => {
  given(templateSynced, templateRemoved).when(listed()).appends(templateSynced)
})
