import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { listCategoryTree } from '#contract/catalog/categories.ts'
import { type OwnProductDetail, ProductForm, updateProduct } from '#contract/catalog/products.ts'
import * as m from '#messages'
import { useRead, readAgain } from '#web/api/query.ts'
import { uploadForm } from '#web/api/upload.ts'
import {
  type readUnsavedEdit,
  deleteUnsavedEdit,
  keepUnsavedEdit,
  type EditKey,
} from '#web/features/catalog/product-form/unsaved-edit.ts'
import { getFilesPath } from '#web/features/catalog/files-id.ts'
import { CoverField } from '#web/features/catalog/product-form/file-fields.tsx'
import { FormSection } from '#web/features/catalog/product-form/form-section.tsx'
import { LivePreview } from '#web/features/catalog/product-form/live-preview.tsx'
import {
  CategoryFields,
  FIELD_NAMES,
  GuaranteeField,
  PriceFields,
  type ProductInput,
  DescriptionFields,
  toFormInput,
} from '#web/features/catalog/product-form/product-fields.tsx'
import { UploadProgressPanel } from '#web/features/catalog/product-form/upload-progress.tsx'
import { useCover } from '#web/features/catalog/product-form/use-cover.ts'
import { useUpload } from '#web/features/catalog/product-form/use-upload.tsx'
import { paths } from '#web/paths.ts'
import { CaptchaWarning } from '#web/shared/forms/captcha-warning.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { FailedLoads } from '#web/shared/loaded.tsx'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'

/**
 * The form for editing a product. It sends only the changed fields, so that two tabs do not undo each other's changes.
 * Source: specification, validation, product edit.
 */
export function EditForm({
  product,
  editKey,
  unsaved,
}: {
  product: OwnProductDetail
  editKey: EditKey
  unsaved: ReturnType<typeof readUnsavedEdit>
}) {
  // The values at the time when the form was opened. Changed fields are found by comparison with these, not with later
  // fetches.
  const [original] = useState(() => toFormInput(product))
  const { form, field, attempt, showErrors, fieldErrors } = useEndpointForm(
    ProductForm,
    FIELD_NAMES,
    {
      defaultValues: original,
      ...(unsaved && { values: { ...original, ...unsaved.form } }),
      ...(unsaved && { resetOptions: { keepDefaultValues: true } }),
    },
  )
  const cover = useCover(unsaved?.image ?? null, picked =>
    keepUnsavedEdit(editKey, form.getValues(), original, picked),
  )
  const { image } = cover
  const categoriesQuery = useRead(listCategoryTree, {})
  const { data } = categoriesQuery
  const { runningUpload, start, cancel } = useUpload('update_product_form')
  const { dirtyFields, isValid } = form.formState
  const hasChanges = Object.values(dirtyFields).some(Boolean) || image

  // Changes are kept by this browser while the seller types, until no field differs any more.
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => keepUnsavedEdit(editKey, values, original, image),
      }),
    [subscribe, editKey, original, image],
  )

  const submit = form.handleSubmit(async values => {
    if (runningUpload || !hasChanges) return
    if (!(await cover.checkUnchanged())) return showErrors()
    const changes = Object.fromEntries(
      Object.entries(values).filter(([name]) => dirtyFields[name as keyof ProductInput]),
    )
    const sentForm = form.getValues()
    const refreshProducts = () => readAgain(['Products', 'Product', 'Space'])
    await start(
      ({ onProgress, ...options }) =>
        uploadForm(
          updateProduct,
          {
            params: { id: product.id },
            form: changes,
            files: image ? { image_file: image } : {},
            ...options,
          },
          onProgress,
        ),
      {
        getSuccessText: m.edit_done,
        failureText: m.edit_failed(),
        retryPath: paths.editProduct(product.id),
        onSuccess: () => {
          deleteUnsavedEdit(editKey)
          refreshProducts()
        },
        onFailure: () => {
          keepUnsavedEdit(editKey, sentForm, original, image)
          // The server has stored the change if only the response was lost, so the products are fetched again.
          refreshProducts()
        },
      },
    )
  }, showErrors)

  const fieldProps = { form, field }
  const categories = data?.categories ?? []
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_14.5rem] xl:gap-10">
      <div className="grid min-w-0 content-start gap-6">
        {unsaved && <Banner tone="info">{m.edit_kept()}</Banner>}
        <FailedLoads queries={[categoriesQuery]} />
        <form method="post" noValidate className="grid min-w-0 gap-5" onSubmit={submit}>
          <CaptchaWarning />
          <ErrorSummary
            title={m.form_problems()}
            errors={[...fieldErrors, ...cover.problemErrors]}
            attempt={attempt}
          />
          <div inert={runningUpload !== undefined} className="grid min-w-0 gap-5">
            <FormSection title={m.create_section_what()}>
              <DescriptionFields {...fieldProps} />
              <CategoryFields {...fieldProps} categories={categories} />
            </FormSection>
            <FormSection title={m.create_section_price()}>
              <PriceFields {...fieldProps} />
              <GuaranteeField {...fieldProps} />
            </FormSection>
            <FormSection title={m.edit_cover_section()}>
              <CoverField
                cover={cover}
                currentImageUrl={product.imageFile}
                keptText={m.edit_image_keeps()}
              />
              <p className="text-small text-soft">
                {m.edit_files_link()}{' '}
                <Link to={getFilesPath(product.id)} className="link">
                  {m.edit_files_page()}
                </Link>
                .
              </p>
            </FormSection>
          </div>
          {runningUpload ? (
            <UploadProgressPanel
              runningUpload={runningUpload}
              name={product.name}
              onCancel={cancel}
            />
          ) : (
            <div className="flex flex-wrap gap-3">
              <SubmitButton isReady={isValid && Boolean(hasChanges)} className="w-full sm:w-auto">
                {m.edit_submit()}
              </SubmitButton>
              <LinkButton
                kind="ghost"
                to={paths.dashboardProducts()}
                className="w-full sm:w-auto"
                onClick={() => deleteUnsavedEdit(editKey)}
              >
                {m.cancel()}
              </LinkButton>
            </div>
          )}
        </form>
      </div>
      <div className="hidden lg:block">
        <LivePreview
          form={form}
          image={image}
          currentImageUrl={product.imageFile}
          categories={categories}
        />
      </div>
    </div>
  )
}
