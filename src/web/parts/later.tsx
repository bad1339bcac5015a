import { useSignal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { Empty } from './empty.tsx'

/** A lazy component: loaded when it is first shown. */
export function later(load: () => Promise<FunctionComponent>) {
  let Loaded: FunctionComponent | undefined
  const preload = async () => {
    Loaded = await load()
  }
  function Later() {
    const state = useSignal<'loading' | 'loaded' | 'failed'>(Loaded ? 'loaded' : 'loading')
    const begin = () =>
      preload().then(
        () => {
          state.value = 'loaded'
        },
        () => {
          state.value = 'failed'
        },
      )
    useLayoutEffect(() => {
      if (!Loaded) begin()
    }, [])
    if (state.value === 'loaded' && Loaded) return <Loaded />
    if (state.value === 'loading') return null
    return (
      <Empty as="h1" title="This page could not be loaded">
        The server could not be reached, or has a newer version by now.
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </Empty>
    )
  }
  /** Loads it ahead, so that it is drawn at once when it is shown. */
  return Object.assign(Later, { preload })
}
