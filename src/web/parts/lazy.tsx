import { effect } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { confirmed } from '../model/changes.ts'
import { Button } from './icons.tsx'
import { Empty } from './page-head.tsx'

/** A component that is loaded when it is first shown. */
export function lazy(load: () => Promise<FunctionComponent>) {
  let Loaded: FunctionComponent | undefined
  /** Loads it ahead, so that it is drawn at once when it is shown. */
  const preload = async () => {
    Loaded = await load()
  }
  function Lazy() {
    const [state, become] = useState<'loading' | 'loaded' | 'failed'>(Loaded ? 'loaded' : 'loading')
    useLayoutEffect(() => {
      if (Loaded) return
      preload().then(
        () => become('loaded'),
        () => become('failed'),
      )
    }, [])
    if (state === 'loaded' && Loaded) return <Loaded />
    if (state === 'loading') return null
    return (
      <Empty as="h1" title="This page could not be loaded">
        The server could not be reached, or has a newer version by now.
        <Button onClick={() => location.reload()}>Reload</Button>
      </Empty>
    )
  }
  return Object.assign(Lazy, { preload })
}

/** Resolves once the first cards are drawn and the browser is idle. The rest of the app is loaded then, or when it is used. */
export const afterFirstCards = new Promise<void>((resolve) => {
  // Safari has no such callback.
  const { requestIdleCallback = setTimeout } = globalThis
  const stop = effect(() => {
    if (!confirmed.value.workspace.projects) return
    requestAnimationFrame(() => requestIdleCallback(() => resolve()))
    queueMicrotask(() => stop())
  })
})
