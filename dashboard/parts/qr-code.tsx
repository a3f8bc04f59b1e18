import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ApiError } from '../api/client.ts'
import { Failed } from './states.tsx'

/** A QR code, dark on light in every theme because cameras need that. The encoder is loaded on first use. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const code = useSignal<Code | 'lost' | null>(null)
  useEffect(() => {
    let isShown = true
    const show = (made: Code | 'lost') => {
      if (isShown) code.value = made
    }
    codeOf(value).then(show, () => show('lost'))
    return () => {
      isShown = false
    }
  }, [value])
  // A newer release has another encoder file, so the page is loaded again.
  if (code.value === 'lost')
    return <Failed error={new ApiError(0, 'offline', '')} again={() => location.reload()} />
  if (code.value === null) return <div class="qr" role="img" aria-label={label} />
  const { size, path } = code.value
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shape-rendering="crispEdges" />
    </svg>
  )
}

type Code = { readonly size: number; readonly path: string }

async function codeOf(value: string): Promise<Code> {
  const { encode } = await import('uqr')
  const { data, size } = encode(value, { ecc: 'L', border: 4 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: path.join('') }
}
