import type { StreamPage as Facts } from '@recado/contract/dashboard/fact'
import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { useQuery } from '../api/query.ts'
import { CopyId } from '../parts/copy.tsx'
import { Page } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { text } from '../text/choose.ts'
import { FactList } from './live/fact-list.tsx'

/** All facts about one thing, oldest first. */
export function StreamPage() {
  const { stream = '' } = useRoute().params
  const [from, setFrom] = useState(0)
  const query = useQuery<Facts>(
    `/streams/${encodeURIComponent(stream)}?from=${from}`,
    (fact) => fact.stream === stream,
  )
  const { live, act } = text()
  return (
    <Page title={live.stream} about={live.streamAbout}>
      <p>
        <CopyId value={stream} label={live.stream} />
      </p>
      <Loaded query={query} rows={6}>
        {({ data, next_revision }) => (
          <>
            <FactList items={data.map((fact) => ({ kind: 'fact', ...fact }))} />
            {next_revision === null ? null : (
              <div class="pager">
                <span />
                <button type="button" onClick={() => setFrom(next_revision)}>
                  {act.more}
                </button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
