import { createHash } from 'node:crypto'
import { TRANSLATION_VERSION } from '@recado/translation/translation-version'
import { test } from 'tap'
import { RAW_CORPUS } from '../projectors/intake/raw-corpus.ts'
import { translate } from './translate.ts'

/** The hash of each version's intents for the corpus. A raw event added to the corpus changes the current hash. */
const INTENTS_OF: Record<number, string> = {
  1: '9c0800adb3824e4ad9e384cf0bb3b43eeb4d595c99421d5eb98f03f656b840a6',
  // Version 2 handles messages too large for a fact; the corpus has none.
  2: '9c0800adb3824e4ad9e384cf0bb3b43eeb4d595c99421d5eb98f03f656b840a6',
  // Version 3 handles shared contacts that are not objects; the corpus has none.
  3: '9c0800adb3824e4ad9e384cf0bb3b43eeb4d595c99421d5eb98f03f656b840a6',
  4: 'a06a45ab84a33c594cfaf2e822d519b6d934c3841c4052f69302fbe9a6886958',
  5: '08d223843d1bbb360100d68e1cf4b64eac66393b449099d6a5f006dbce1081b2',
  // Version 6 cuts a profile name that is too large for a fact; the corpus has none.
  6: '08d223843d1bbb360100d68e1cf4b64eac66393b449099d6a5f006dbce1081b2',
  7: '596f376011d0f66e3ea8fed4708a5b74d3364970231ee4ec4cc7c0a7a09f1852',
  8: '00c8c7c1706d6184b2f52c1c40ff7061eb80e66076d48a80e333fc4e71fae936',
  9: 'ebef2a17362b1c4fe0fe6f5fed956ba9e25c1419cd23260231f462442fd533a4',
}

test('a translation with other intents has another version', async (t) => {
  const told = JSON.stringify(RAW_CORPUS.map((raw) => translate(raw)))
  t.notMatch(told, /"kind":"unreadable","reason":"(?!user_changed_user_id|unknown_preference)/)
  const sha256 = createHash('sha256').update(told).digest('hex')
  t.equal(sha256, INTENTS_OF[TRANSLATION_VERSION], 'else raise TRANSLATION_VERSION')
})
