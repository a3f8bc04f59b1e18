import type { ApiKey } from '@recado/contract/dashboard/api-key'
import { useState } from 'preact/hooks'
import type { Listed } from '../api/read-list.ts'
import { ofCategories } from '../api/reload-on-facts.ts'
import { may } from '../api/session.ts'
import { Icon } from '../parts/icon.tsx'
import { Paged, usePagedList } from '../parts/listing.tsx'
import { Page } from '../parts/page.tsx'
import { Empty } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { text } from '../text/choose.ts'
import { timeOf } from '../text/time.ts'
import { CreateKey } from './api-keys/create-key.tsx'
import { RevealKey } from './api-keys/reveal-key.tsx'
import { RevokeKey } from './api-keys/revoke-key.tsx'
import { RevokeKeysOf } from './api-keys/revoke-keys-of.tsx'

type Answer = Listed<ApiKey> & { readonly used_since: string }
type OpenDialog =
  | { readonly what: 'create' }
  | { readonly what: 'reveal' | 'revoke' | 'revokeAll'; readonly key: ApiKey }

const OF_KEYS = ofCategories('apiKey')

/** The API keys of the account. */
export function ApiKeys() {
  const list = usePagedList<Answer>('/api-keys', '', OF_KEYS)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { keys } = text()
  const close = () => {
    setDialog(null)
    void list.found.reload()
  }
  const actions = (
    <>
      <a class="button" href="/docs" target="_blank" rel="noopener">
        {keys.document}
      </a>
      {may('write') ? (
        <button type="button" class="primary" onClick={() => setDialog({ what: 'create' })}>
          <Icon name="plus" />
          {keys.create}
        </button>
      ) : null}
    </>
  )
  return (
    <Page title={keys.title} about={keys.about} actions={actions}>
      <Paged list={list} totalText={keys.total}>
        {(listed) => <Keys listed={listed} onOpen={setDialog} />}
      </Paged>
      {dialog?.what === 'create' ? <CreateKey onClose={close} /> : null}
      {dialog?.what === 'reveal' ? <RevealKey apiKey={dialog.key} onClose={close} /> : null}
      {dialog?.what === 'revoke' ? <RevokeKey apiKey={dialog.key} onClose={close} /> : null}
      {dialog?.what === 'revokeAll' ? <RevokeKeysOf apiKey={dialog.key} onClose={close} /> : null}
    </Page>
  )
}

function Keys({ listed, onOpen }: { listed: Answer; onOpen: (dialog: OpenDialog) => void }) {
  const { keys } = text()
  const { columns } = keys
  if (listed.data.length === 0)
    return (
      <Empty title={keys.empty}>
        <p class="muted">{keys.emptyMore}</p>
      </Empty>
    )
  const heads = [
    columns.name,
    columns.scopes,
    columns.key,
    columns.by,
    columns.created,
    columns.used,
  ]
  return (
    <Table label={keys.title} columns={heads} hasActions={may('write')}>
      {listed.data.map((key) => (
        <Row key={key.id} apiKey={key} since={listed.used_since} onOpen={onOpen} />
      ))}
    </Table>
  )
}

type RowProps = { apiKey: ApiKey; since: string; onOpen: (dialog: OpenDialog) => void }

function Row({ apiKey: key, since, onOpen }: RowProps) {
  const { keys } = text()
  const { type, name, removed } = key.created_by
  const never = key.created_at > since ? keys.never : keys.neverSince(timeOf(since))
  return (
    <tr class={key.revoked_at === null ? '' : 'past'}>
      <th scope="row">{key.name}</th>
      <td>{key.scopes.map((scope) => keys.scopeNames[scope]).join(', ')}</td>
      <td>
        <code>…{key.last_four}</code>
      </td>
      <td data-label={keys.columns.by}>
        {type === 'operator' ? keys.operator : removed ? keys.removed(name ?? '') : name}
        {removed && key.revoked_at === null && may('write') ? (
          <button
            type="button"
            class="quiet bad"
            onClick={() => onOpen({ what: 'revokeAll', key })}
          >
            {keys.revokeAll}
          </button>
        ) : null}
      </td>
      <td data-label={keys.columns.created}>
        <Time at={key.created_at} />
      </td>
      <td data-label={keys.columns.used}>
        {key.last_used_at === null ? never : <Time at={key.last_used_at} />}
      </td>
      {may('write') ? (
        <td class="end">
          {key.revoked_at === null ? (
            <>
              <button type="button" class="quiet" onClick={() => onOpen({ what: 'reveal', key })}>
                {keys.reveal}
                <span class="hidden">: {key.name}</span>
              </button>
              <button
                type="button"
                class="quiet bad"
                onClick={() => onOpen({ what: 'revoke', key })}
              >
                {keys.revoke}
                <span class="hidden">: {key.name}</span>
              </button>
            </>
          ) : (
            <span class="muted">{keys.revoked}</span>
          )}
        </td>
      ) : null}
    </tr>
  )
}
