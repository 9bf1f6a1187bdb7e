import { type PointerEvent, useRef, useState } from 'react'

/** A drag that is under way: what is dragged, and the sequence as it would be if it were dropped now. */
interface Drag {
  id: number
  order: number[]
}

/**
 * Lets the items of a list be dragged to another place, by mouse and by touch. The buttons of the list do the same for
 * keyboards.
 * @param ids the ids of the items in their sequence
 * @param onDrop is called with the new sequence, if it differs
 * @param layout a list of rows, or a grid whose items have one size
 */
export function useDragOrder(
  ids: readonly number[],
  onDrop: (order: number[], id: number) => void,
  layout: 'rows' | 'grid' = 'rows',
) {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag>()

  const move = ({ clientX, clientY }: PointerEvent) => {
    if (!drag || !list.current) return
    const { children } = list.current
    const from = drag.order.indexOf(drag.id)
    const boxAt = (index: number) =>
      children[ids.indexOf(drag.order[index] ?? -1)]?.getBoundingClientRect()
    if (layout === 'grid') {
      const to = drag.order.findIndex((_, index) => {
        const box = boxAt(index)
        if (!box) return false
        return (
          clientX > box.left && clientX < box.right && clientY > box.top && clientY < box.bottom
        )
      })
      if (to !== -1 && to !== from) setDrag({ id: drag.id, order: moveItem(drag.order, from, to) })
      return
    }
    // Rows differ in height, so that the dragged one moves on only past the middle of its neighbor.
    const above = boxAt(from - 1)
    const below = boxAt(from + 1)
    if (above && clientY < above.top + above.height / 2)
      setDrag({ id: drag.id, order: moveItem(drag.order, from, from - 1) })
    else if (below && clientY > below.top + below.height / 2)
      setDrag({ id: drag.id, order: moveItem(drag.order, from, from + 1) })
  }
  const drop = () => {
    setDrag(undefined)
    if (drag && drag.order.some((id, index) => id !== ids[index])) onDrop(drag.order, drag.id)
  }
  return {
    list,
    draggedId: drag?.id,
    /**
     * Returns the CSS order of an item. While one is dragged, the elements of the list stay where they are in the
     * document, since browsers end the drag of an element that is moved in it.
     */
    cssOrderOf: (id: number) => drag?.order.indexOf(id),
    /** Returns the props of the element by which an item is dragged. */
    handleOf: (id: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ id, order: [...ids] })
      },
      onPointerMove: move,
      onPointerUp: drop,
      onPointerCancel: () => setDrag(undefined),
    }),
  }
}

/** Returns the list with one item at another index. */
export function moveItem(list: readonly number[], from: number, to: number): number[] {
  const moved = list.filter((_, index) => index !== from)
  moved.splice(to, 0, list[from]!)
  return moved
}
