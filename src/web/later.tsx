import { useSignal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** A part of the app that not every start needs: it is loaded when it is first shown. */
export function later(load: () => Promise<FunctionComponent>): FunctionComponent {
  let Loaded: FunctionComponent | undefined
  return function Later() {
    const state = useSignal<'loading' | 'loaded' | 'failed'>(Loaded ? 'loaded' : 'loading')
    const begin = () =>
      load().then(
        (component) => {
          Loaded = component
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
      <div class="nothing">
        <h1>This page could not be loaded</h1>
        <p class="quiet">The server could not be reached, or has a newer version by now.</p>
        <button type="button" onClick={() => location.reload()}>
          Load it anew
        </button>
      </div>
    )
  }
}
