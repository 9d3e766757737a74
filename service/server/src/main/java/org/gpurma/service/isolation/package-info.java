/** What keeps compilers and jobs apart from the service. */
package org.gpurma.service.isolation;
