import { useEffect, useMemo, useState } from 'react'
import { useDispatch } from 'react-redux'
import { createProduct, ProductForm } from '#contract/catalog/products.ts'
import * as m from '#messages'
import { baseApi } from '#web/api/query.ts'
import { upload } from '#web/api/upload.ts'
import { catalogApi } from '#web/features/catalog/api.ts'
import {
  draftOf,
  dropDraft,
  dropSent,
  keepDraft,
  requestKeyOf,
  type DraftKey,
  type ProductFiles,
} from '#web/features/catalog/product-form/draft.ts'
import { FileFields } from '#web/features/catalog/product-form/file-fields.tsx'
import { Section } from '#web/features/catalog/product-form/form-section.tsx'
import { LivePreview } from '#web/features/catalog/product-form/live-preview.tsx'
import {
  CategoryFields,
  FIELDS,
  PriceFields,
  type ProductInput,
  WhatFields,
} from '#web/features/catalog/product-form/product-fields.tsx'
import { SendingPanel } from '#web/features/catalog/product-form/upload-progress.tsx'
import { useSending } from '#web/features/catalog/product-form/use-upload.tsx'
import { paths } from '#web/paths.ts'
import { useSellerId } from '#web/shared/dashboard-user.ts'
import { CaptchaNotice } from '#web/shared/forms/captcha-notice.tsx'
import { useContractForm } from '#web/shared/forms/contract-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { Failed } from '#web/shared/load-error.tsx'
import { pageTitle } from '#web/shared/page-title.ts'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import type { Route } from './+types/create-product'

export const meta: Route.MetaFunction = args => pageTitle(args, m.create_title(), { hidden: true })

/** Publishes a product. A saved draft is restored after hydration. */
export default function CreateProduct() {
  const key: DraftKey = `${useSellerId()}/new`
  const alive = useHydrated()
  const [emptied, setEmptied] = useState(0)
  const draft = useMemo(
    () => (alive && emptied === 0 ? draftOf(key) : undefined),
    [alive, emptied, key],
  )
  return (
    <div className="grid min-w-0 gap-6">
      <header>
        <h1 className="text-title">{m.create_title()}</h1>
        <p className="mt-2.5 text-soft">{m.create_lead()}</p>
      </header>
      {draft && (
        <Banner
          tone="info"
          action={
            <Button
              kind="ghost"
              size="small"
              onClick={() => {
                dropDraft(key)
                setEmptied(count => count + 1)
              }}
            >
              {m.draft_discard()}
            </Button>
          }
        >
          {draft.files.product || draft.files.image ? m.draft_kept() : m.draft_kept_texts()}
        </Banner>
      )}
      <Form key={`${draft ? 'draft' : 'blank'}${emptied}`} draftKey={key} draft={draft} />
    </div>
  )
}

/** The form with the fields and files of a new product. Source: specification, validation of products. */
function Form({ draftKey, draft }: { draftKey: DraftKey; draft: ReturnType<typeof draftOf> }) {
  const { form, errorOf, attempt, refuse, problems } = useContractForm<ProductInput, ProductForm>(
    ProductForm,
    FIELDS,
    {
      defaultValues: { isPriceDynamic: false, ...draft?.form },
    },
  )
  const [files, setFiles] = useState<ProductFiles>(draft?.files ?? { image: null, product: null })
  const { data, error, refetch } = catalogApi.useCategoriesQuery({})
  const { sending, send, cancel } = useSending('create_product_form')
  const dispatch = useDispatch()
  const { image, product } = files
  const complete = image !== null && product !== null

  // Every change is saved, so that a reload, a crash or an expired session loses nothing.
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft(draftKey, values, files),
      }),
    [subscribe, draftKey, files],
  )

  const pick = (picked: ProductFiles) => {
    setFiles(picked)
    keepDraft(draftKey, form.getValues(), picked)
  }

  const refuseAttempt = () => {
    refuse()
    if (!complete) toast('error', m.create_missing_files(), { id: 'missing-files' })
  }
  const submit = form.handleSubmit(async values => {
    if (sending) return
    if (!image || !product) return refuseAttempt()
    const typed = form.getValues()
    await send(
      ({ onProgress, ...means }) =>
        upload(
          createProduct,
          {
            form: values,
            files: { image_file: image, product_file: product },
            idempotencyKey: requestKeyOf(draftKey, typed, files),
            ...means,
          },
          onProgress,
        ),
      {
        done: m.create_done(),
        failed: m.create_failed(),
        again: paths.createProduct(),
        onDone: () => {
          dropSent(draftKey, typed)
          dispatch(baseApi.util.invalidateTags(['Products', 'Space']))
        },
        onFailed: () => {
          keepDraft(draftKey, typed, files)
          // If only the response was lost, the product exists and belongs in the list.
          dispatch(baseApi.util.invalidateTags(['Products', 'Space']))
        },
      },
    )
  }, refuseAttempt)

  const missing = [
    ...(product ? [] : [{ name: 'product_file', message: m.create_file_missing() }]),
    ...(image ? [] : [{ name: 'image_file', message: m.create_image_missing() }]),
  ]
  const part = { form, errorOf }
  const tree = data?.categories ?? []
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_14.5rem] xl:gap-10">
      <div className="grid min-w-0 content-start gap-6">
        {error && <Failed failure={error} onRetry={() => void refetch()} />}
        <form method="post" noValidate className="grid min-w-0 gap-5" onSubmit={submit}>
          <CaptchaNotice />
          <ErrorSummary
            title={m.form_problems()}
            errors={[...problems, ...missing]}
            attempt={attempt}
          />
          <div inert={sending !== undefined} className="grid min-w-0 gap-5">
            <Section title={m.create_section_what()}>
              <WhatFields {...part} />
              <CategoryFields {...part} tree={tree} />
            </Section>
            <Section title={m.create_section_price()}>
              <PriceFields {...part} />
            </Section>
            <Section title={m.create_section_files()}>
              <FileFields files={files} onChange={pick} missing={attempt > 0} />
            </Section>
          </div>
          {sending ? (
            <SendingPanel sending={sending} name={product?.name ?? ''} onCancel={cancel} />
          ) : (
            <SubmitButton
              ready={form.formState.isValid && complete}
              className="w-full sm:w-auto sm:justify-self-start"
            >
              {m.create_submit()}
            </SubmitButton>
          )}
        </form>
      </div>
      <div className="hidden lg:block">
        <LivePreview form={form} image={image} tree={tree} />
      </div>
    </div>
  )
}
