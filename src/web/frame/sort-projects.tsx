import { type ProjectOrder, projectOrder, projectOrders } from '../state/project-order.ts'

const orders = Object.keys(projectOrders) as ProjectOrder[]

/** Goes from one order of the projects to the next. */
export function SortProjects() {
  const words = projectOrders[projectOrder.value]
  return (
    <button
      type="button"
      class="sort"
      aria-label={`Sort projects: by ${words}`}
      title="Sort projects"
      onClick={() => {
        projectOrder.value = orders[(orders.indexOf(projectOrder.value) + 1) % orders.length] ?? 'created'
      }}
    >
      By {words}
    </button>
  )
}
