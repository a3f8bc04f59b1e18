import { removeTemplate } from '@recado/domain/template/remove-template'
import { template } from '@recado/domain/template/template'
import { test } from 'tap'
import { at, templateRemoved, templateSynced } from '../../examples/template.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(template, removeTemplate)

test('a template that is no longer listed is removed', async () => {
  given(templateSynced).when({ at }).appends(templateRemoved)
})
test('an absent template is not removed', async () => {
  given().when({ at }).appends()
  given(templateSynced, templateRemoved).when({ at }).appends()
})
