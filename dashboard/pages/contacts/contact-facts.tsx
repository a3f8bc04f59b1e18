import type { StreamPage } from '@recado/contract/dashboard/fact'
import { MAX_PAGE_ITEMS } from '@recado/contract/limits'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { Loaded } from '../../parts/states.tsx'
import { text } from '../../text/choose.ts'
import { FactList } from '../live/fact-list.tsx'

/** The facts of a contact, oldest first, loaded when opened. */
export function ContactFacts({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const { contacts } = text()
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{contacts.happened}</summary>
      {isOpen ? <Facts stream={`contact-${id}`} /> : null}
    </details>
  )
}

function Facts({ stream }: { stream: string }) {
  const query = useQuery<StreamPage>(
    `/streams/${stream}?limit=${MAX_PAGE_ITEMS}`,
    (fact) => fact.stream === stream,
  )
  const { live } = text()
  return (
    <Loaded query={query} rows={3}>
      {({ data, next_revision }) => (
        <>
          <FactList items={data.map((fact) => ({ kind: 'fact', ...fact }))} />
          {next_revision === null ? null : (
            <a href={`/dashboard/streams/${stream}`}>{live.toStream}</a>
          )}
        </>
      )}
    </Loaded>
  )
}
