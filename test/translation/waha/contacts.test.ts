import { wahaContacts } from '@recado/translation/waha/contacts'
import { test } from 'tap'

test('a comma in the name of a vCard is shown without its escape', async (t) => {
  const vcard = 'BEGIN:VCARD\nFN:Paz\\, Rui\\; \\\\o/\nEND:VCARD'
  t.equal(wahaContacts({ vCards: [vcard] })?.text, 'Paz, Rui; \\o/')
})
