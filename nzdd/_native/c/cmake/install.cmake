# What C and C++ programs need, installed: by the C library's own project, and into the wheel.

set(NZDD_C_DIR ${CMAKE_CURRENT_LIST_DIR}/..)

# The version, which stands in the header.
function(nzdd_read_version variable)
  foreach(part MAJOR MINOR PATCH)
    file(STRINGS ${NZDD_C_DIR}/include/nzdd/nzdd.h line REGEX "define NZDD_VERSION_${part} ")
    string(REGEX MATCH "[0-9]+$" number "${line}")
    list(APPEND numbers ${number})
  endforeach()
  list(JOIN numbers . version)
  set(${variable} ${version} PARENT_SCOPE)
endfunction()

# Headers go to include_dir/nzdd, and with them the sources of the C library, which a package without the
# compiled library builds; what `find_package(nzdd)` reads goes to package_dir.
function(nzdd_install_package include_dir package_dir)
  include(CMakePackageConfigHelpers)
  nzdd_read_version(version)
  install(DIRECTORY ${NZDD_C_DIR}/include/nzdd DESTINATION ${include_dir})
  install(DIRECTORY ${NZDD_C_DIR}/../ DESTINATION ${include_dir}/nzdd
    FILES_MATCHING PATTERN "*.hpp" REGEX "/c/interface/[a-z_]+\\.cpp$"
    PATTERN "bindings.hpp" EXCLUDE PATTERN "operands.hpp" EXCLUDE  # they know Python
    REGEX "/c/(cmake|include)$" EXCLUDE)
  write_basic_package_version_file(
    ${CMAKE_CURRENT_BINARY_DIR}/nzddConfigVersion.cmake VERSION ${version} COMPATIBILITY SameMinorVersion
    ARCH_INDEPENDENT)
  install(FILES ${NZDD_C_DIR}/cmake/nzddConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/nzddConfigVersion.cmake
    DESTINATION ${package_dir})
endfunction()
