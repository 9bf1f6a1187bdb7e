import type { ComponentType, SVGProps } from 'react'

export interface IconProps extends SVGProps<SVGSVGElement> {
  /** The width and height in pixels. */
  size?: number
}

export type IconComponent = ComponentType<IconProps>

/**
 * The frame of the icons in `icons/`: a field of 24 by 24 units with round lines. The shapes are Lucide's (ISC license,
 * https://lucide.dev/license). Screen readers skip an icon, since the text beside it or the label of its button says
 * the same.
 */
export function Icon({ size = 24, children, ...others }: IconProps) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...others}
    >
      {children}
    </svg>
  )
}
